"""How the vocabulary's words stand in real text: log lines, alerts, prose. Knows nothing of cases."""

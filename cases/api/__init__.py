"""The JSON API: answers over HTTP, for any program, without a key. Always in English."""

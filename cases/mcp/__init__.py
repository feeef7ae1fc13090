"""MCP: answers for AI agents, over HTTP at /mcp and over standard input and output. Always in English.

What the tools say comes from `cases.answers`, as in the API. Only `server` and `transport` know the SDK: importing it
takes a second, so a process does it with the first question, not at its start.
"""

"""Files: any filtered set as CSV and JSON Lines, and the whole library as JSON Lines and as an SQLite database.

A file is written whole before its first byte leaves. So it is of one version of the library, its length is known, and
whoever receives less knows that the transfer failed; a fault of ours is a proper error, not half a file.
"""

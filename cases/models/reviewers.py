"""The group of people who may review, and just what it may do."""

GROUP = "Reviewer"
PERMISSIONS = ("view_case", "change_case", "review_case", "view_term", "view_organization")

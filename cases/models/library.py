"""The library as a whole: one row that moves on with every change, so that readers know when to look again."""

from django.db import models


class Library(models.Model):
    """The single row with the library's version. Database triggers move it on after every change to a case or term.

    A row, not a sequence: a sequence would move before the change is committed, and readers would keep old data under
    the new number. Its lock makes two writing transactions follow one another.
    """

    version = models.BigIntegerField(default=1)
    changed_at = models.DateTimeField()
    # Digest of the folder that `serve` loaded last, so that it loads again only when the files changed.
    fixtures_digest = models.CharField(max_length=64, default="")

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_library")]

    def __str__(self) -> str:
        return f"version {self.version}"

    @classmethod
    def current(cls) -> "Library":
        """The row. One query."""
        return cls.objects.get(pk=1)

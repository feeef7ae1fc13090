CREATE TABLE library (
  version INTEGER NOT NULL, changed_at TEXT NOT NULL, cases INTEGER NOT NULL, url TEXT NOT NULL, license TEXT NOT NULL
);
CREATE TABLE organizations (id TEXT PRIMARY KEY, name TEXT NOT NULL);
-- The id of a term is facet:slug, as in exclude=facet:slug. A group (assignable 0) is carried by no case itself.
CREATE TABLE terms (
  id TEXT PRIMARY KEY, facet TEXT NOT NULL, slug TEXT NOT NULL, label_en TEXT NOT NULL, label_ko TEXT NOT NULL,
  description_en TEXT NOT NULL, description_ko TEXT NOT NULL, parent_id TEXT REFERENCES terms(id),
  assignable INTEGER NOT NULL
);
-- Published cases. Null is: not recorded. date_first and date_last are the days that an imprecise date may mean.
CREATE TABLE cases (
  id TEXT PRIMARY KEY, url TEXT NOT NULL, organization_id TEXT NOT NULL REFERENCES organizations(id),
  date TEXT NOT NULL, date_first TEXT NOT NULL, date_last TEXT NOT NULL, date_kind TEXT NOT NULL,
  root_cause_id TEXT REFERENCES terms(id), severity_id TEXT REFERENCES terms(id),
  title_en TEXT, title_ko TEXT, summary_en TEXT, summary_ko TEXT, symptoms_text_en TEXT, symptoms_text_ko TEXT,
  trigger_en TEXT, trigger_ko TEXT, detection_en TEXT, detection_ko TEXT, lessons_en TEXT, lessons_ko TEXT,
  impact_scope TEXT, impact_users TEXT, impact_region TEXT,
  detected_after TEXT, resolved_after TEXT, detected_after_seconds INTEGER, resolved_after_seconds INTEGER,
  recurrence_of_id TEXT REFERENCES cases(id),
  written_by TEXT NOT NULL, reviewed_by TEXT, reviewed_at TEXT, changed_since_review INTEGER NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE TABLE case_terms (
  case_id TEXT NOT NULL REFERENCES cases(id), term_id TEXT NOT NULL REFERENCES terms(id), position INTEGER NOT NULL,
  PRIMARY KEY (case_id, term_id)
);
CREATE INDEX case_terms_term ON case_terms(term_id);
CREATE TABLE sources (
  case_id TEXT NOT NULL REFERENCES cases(id), position INTEGER NOT NULL, url TEXT NOT NULL, kind TEXT NOT NULL,
  license TEXT, archived_url TEXT, PRIMARY KEY (case_id, position)
);
-- kind is remediation (done to end the incident) or action_item (to be done so that it does not return).
CREATE TABLE actions (
  case_id TEXT NOT NULL REFERENCES cases(id), kind TEXT NOT NULL, position INTEGER NOT NULL, text_en TEXT, text_ko TEXT,
  PRIMARY KEY (case_id, kind, position)
);
CREATE TABLE readings (
  case_id TEXT NOT NULL REFERENCES cases(id), position INTEGER NOT NULL, url TEXT NOT NULL, title_en TEXT,
  title_ko TEXT, PRIMARY KEY (case_id, position)
);
CREATE TABLE related (
  case_id TEXT NOT NULL REFERENCES cases(id), other_id TEXT NOT NULL REFERENCES cases(id),
  PRIMARY KEY (case_id, other_id)
);
-- Numbers that are no case any more, and what became of them.
CREATE TABLE tombstones (
  id TEXT PRIMARY KEY, status TEXT NOT NULL, reason_en TEXT, reason_ko TEXT, merged_into TEXT, updated_at TEXT NOT NULL
);
-- Finds Korean by the parts that its words were taken apart into: they are in the index beside the text itself.
CREATE VIRTUAL TABLE cases_fts USING fts5(
  title_en, title_ko, summary_en, summary_ko, symptoms_text_en, symptoms_text_ko, trigger_en, trigger_ko,
  detection_en, detection_ko, lessons_en, lessons_ko, impact_scope,
  content="cases", tokenize="porter unicode61 remove_diacritics 2"
);

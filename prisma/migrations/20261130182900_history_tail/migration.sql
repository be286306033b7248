-- What is behind a watermark, read by the index of changes. Postgres takes it for a third of the table, however little
-- it is, and from some tens of millions of rows on would rather read all of them: within this function it may not.
CREATE FUNCTION "history_tail"("of_source" UUID, "after_change" BIGINT, "after_id" BIGINT)
RETURNS TABLE (
  "source_id" UUID, "workflow_id" TEXT, "run_id" TEXT, "node_id" TEXT, "sub_index" TEXT, "attempt" INTEGER,
  "status" TEXT, "error_code" TEXT, "occurred_at" TIMESTAMPTZ(3)
)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 5000
SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
  SELECT s."source_id", s."workflow_id", s."run_id", s."node_id", s."sub_index", s."attempt", s."status",
         s."error_code", s."occurred_at"
  FROM "workflow_run_step" s
  WHERE s."source_id" = "of_source" AND (s."change_id", s."id") > ("after_change", "after_id")
  ORDER BY s."change_id", s."id"
$$;

-- AlterTable
ALTER TABLE "workflow_version" ADD COLUMN     "brought_sidecar" TEXT,
ADD COLUMN     "brought_text" TEXT,
ADD COLUMN     "imported" BOOLEAN NOT NULL DEFAULT false;

-- Imports of before: the audit names the versions that they made, and its entries are never taken away.
UPDATE "workflow_version" v SET "imported" = true
FROM "audit_entry" a
WHERE a."action" IN ('workflow.import', 'workflow.replace') AND a."subject_kind" = 'workflow'
  AND a."subject_id" = v."workflow_id"::text AND a."after" ->> 'version' = v."version"::text;

-- Without an audit, a workflow of ours that has only one version can have come from nowhere but a file.
UPDATE "workflow_version" v SET "imported" = true
FROM "workflow" w JOIN "source" s ON s."id" = w."source_id"
WHERE w."id" = v."workflow_id" AND s."key" = 'own' AND w."version" = 1 AND v."version" = 1;

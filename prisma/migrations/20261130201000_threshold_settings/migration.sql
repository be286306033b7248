-- AlterTable
ALTER TABLE "source" ADD COLUMN     "threshold_executions" INTEGER NOT NULL DEFAULT 30,
ADD COLUMN     "threshold_failures" INTEGER NOT NULL DEFAULT 10,
ADD COLUMN     "threshold_days" INTEGER NOT NULL DEFAULT 30;

-- The tables of drills have the same columns.
ALTER TABLE "drill"."source" ADD COLUMN     "threshold_executions" INTEGER NOT NULL DEFAULT 30,
ADD COLUMN     "threshold_failures" INTEGER NOT NULL DEFAULT 10,
ADD COLUMN     "threshold_days" INTEGER NOT NULL DEFAULT 30;

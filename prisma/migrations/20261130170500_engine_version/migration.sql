-- AlterTable
ALTER TABLE "workflow" ADD COLUMN     "engine_version" TEXT;

-- The tables of drills have the same columns.
ALTER TABLE "drill"."workflow" ADD COLUMN     "engine_version" TEXT;

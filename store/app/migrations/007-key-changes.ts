import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Every process on one PostgreSQL hears at once that a key or a workspace was changed or removed, whoever did it and by which
 * program (store/app/key-changes.ts). The time of last use is no change. A SQLite file is one process's own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`CREATE OR REPLACE FUNCTION noisefloor_keys_changed() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('noisefloor_keys', ''); RETURN NULL; END $$`.execute(db)
  await sql`CREATE OR REPLACE TRIGGER keys_changed AFTER DELETE OR TRUNCATE OR UPDATE OF hash, workspace, role ON api_keys
    FOR EACH STATEMENT EXECUTE FUNCTION noisefloor_keys_changed()`.execute(db)
  await sql`CREATE OR REPLACE TRIGGER workspaces_changed AFTER DELETE OR TRUNCATE OR UPDATE ON workspaces
    FOR EACH STATEMENT EXECUTE FUNCTION noisefloor_keys_changed()`.execute(db)
}

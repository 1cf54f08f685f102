import { textLiteral } from '../../../../../../src/core/database/literals';
import { LoadRows } from '../../../../../../src/core/records/load/rows';
import { Prepared } from '../../../../../../src/core/records/query/prepared';
import { Snapshot } from '../../../../../../src/core/records/query/work/snapshot';
import { createDataset } from '../../../../../../src/core/records/server/dataset/schema';
import type { Table } from '../../../../../../src/core/records/table/table';
import type { TestDatabase } from '../../../../../support/databases/databases';

const { signal } = new AbortController();

/** Loads a table into a dataset. @param version Of the server. */
export async function fill(
	{ run }: Pick<TestDatabase, 'run'>,
	version: readonly number[],
	database: string,
	table: Table,
	load = 0,
): Promise<void> {
	const rows = new LoadRows(new Prepared(), new Snapshot(table), load);
	for (const statement of createDataset(database, rows.fields, version)) {
		await run(statement);
	}
	const pieces: Buffer[] = [];
	for await (const piece of rows.records(signal)) {
		pieces.push(piece);
	}
	await run(`INSERT INTO ${database}.records FORMAT RowBinary`, Buffer.concat(pieces));
	await run(`INSERT INTO ${database}.keys FORMAT RowBinary`, Buffer.concat([...rows.keys()]));
	await run(
		`INSERT INTO ${database}.loads VALUES (${load}, 'finished', 1, ${textLiteral(JSON.stringify(rows.facts))})`,
	);
}

import { setUpScript } from '../../../../../../src/core/records/load/setUpScript';
import { storedFields } from '../../../../../../src/core/records/server/dataset/schema';
import type { TestPair } from '../../../../../support/databases/databases';
import type { TestTable } from '../../query/support/memoryTable';

/**
 * Sets a dataset up on both nodes by the script for clusters. What such a cluster cannot have here is replaced: nothing
 * replicates tables, so that all nodes use those that the first one has of loads and claims, and the oldest server knows neither
 * compression of columns nor users in SQL.
 */
export async function setUpOnPair(pair: TestPair, dataset: string, { columns }: TestTable): Promise<void> {
	const statements = setUpScript(dataset, storedFields(columns), 'pair')
		.split(';\n')
		.map((statement) => statement.trim())
		.filter((statement) => statement.startsWith('CREATE DATABASE') || statement.startsWith('CREATE TABLE'))
		.map((statement) =>
			statement
				.replaceAll(' ON CLUSTER `pair`', '')
				.replaceAll(' CODEC(ZSTD(1))', '')
				.replace(/Replicated(\w+)\('[^']*', '[^']*'\)/, '$1'),
		);
	for (const [place, node] of pair.entries()) {
		for (const statement of statements) {
			const shared = /^CREATE TABLE IF NOT EXISTS (\S+)\.(loads|claims) \(.*?\) ENGINE = /.exec(statement);
			await node.run(
				shared && place > 0 ? `${shared[0]}Distributed(first, ${shared[1]}, ${shared[2]}, rand())` : statement,
			);
		}
	}
}

/** How many records each node has of a dataset. */
export async function recordsOfNodes(pair: TestPair, dataset: string): Promise<readonly number[]> {
	return Promise.all(
		pair.map(async (node) => Number(await node.run(`SELECT count() FROM \`${dataset}\`.records_local`))),
	);
}

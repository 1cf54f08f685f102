import { setUpScript } from '../../../../../../src/core/records/load/setUpScript';
import { storedFields } from '../../../../../../src/core/records/server/dataset/schema';
import type { TestPair } from '../../../../../support/databases/databases';
import type { TestTable } from '../../query/support/memoryTable';

/**
 * Creates a dataset on both nodes with the setup script for clusters. Without replication, all nodes use the first
 * node's tables. The oldest server supports neither column compression nor users created by SQL.
 */
export async function setUpOnPair(pair: TestPair, dataset: string, { columns }: TestTable): Promise<void> {
	const statements = setUpScript(dataset, storedFields(columns), { cluster: 'pair' })
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

export async function recordsOfNodes(pair: TestPair, dataset: string): Promise<readonly number[]> {
	return Promise.all(
		pair.map(async (node) => Number(await node.run(`SELECT count() FROM \`${dataset}\`.records_local`))),
	);
}

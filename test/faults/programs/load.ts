import { overlappingTable } from '../../support/databases/overlappingTable';
import { MemoryTable } from '../../unit/core/records/query/support/memoryTable';
import { fillAt } from '../../unit/core/records/server/support/filled';

/** Loads a table in a separate process that can be killed: `load URL DATASET SEED`. */
async function main(url = '', dataset = '', seed = ''): Promise<void> {
	await fillAt(url, dataset, new MemoryTable(overlappingTable(Number(seed), 3000)));
}

void main(...process.argv.slice(2));

import { openRecords } from '../../services/openRecords';
import type { Services } from '../../services/services';
import type { DatasetNode, MappedTableNode } from '../../services/treeNodes';
import type { ServerRecordsName } from '../../shared/recordsApi';

/** Shows the records of a dataset, or of a table that others made, in the results view. */
export async function openDataset(
	{ datasetFiles }: Pick<Services, 'datasetFiles'>,
	node: DatasetNode | MappedTableNode,
): Promise<void> {
	const { url, user, database } = node.connection;
	const document = { connection: { url, user, database }, of: sourceOf(node) };
	await openRecords(await datasetFiles.write(document), 'results');
}

function sourceOf(node: DatasetNode | MappedTableNode): ServerRecordsName {
	return node.kind === 'dataset'
		? { kind: 'dataset', database: node.dataset.database }
		: { kind: 'table', mapping: node.mapping };
}

import type { ServerRecordsName } from '../../core/database/datasetDocument';
import { openRecords } from '../../services/openRecords';
import type { Services } from '../../services/services';
import type { DatasetNode, MappedTableNode } from '../../services/treeNodes';

export async function openDataset(
	{ datasetFiles }: Pick<Services, 'datasetFiles'>,
	node: DatasetNode | MappedTableNode,
): Promise<void> {
	const document = { connection: node.connection, of: sourceOf(node) };
	await openRecords(await datasetFiles.write(document), 'results');
}

function sourceOf(node: DatasetNode | MappedTableNode): ServerRecordsName {
	return node.kind === 'dataset'
		? { kind: 'dataset', database: node.dataset.database }
		: { kind: 'table', mapping: node.mapping };
}

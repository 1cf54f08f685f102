import { join } from 'node:path';
import type { ExportNode, KeptNode } from '../../services/treeNodes';

/** By which the records of a row of the tree are known; undefined where there are none. */
export function pathOfRecords(node: ExportNode | KeptNode): string | undefined {
	if (node.kind === 'kept') {
		return node.entry.known?.manifest;
	}
	const { folder, outcome } = node.entry;
	return outcome && join(folder, outcome.file);
}

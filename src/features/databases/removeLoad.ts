import * as vscode from 'vscode';
import type { LoadEntry } from '../../core/records/load/removeLoad';
import type { Services } from '../../services/services';
import type { DatasetNode } from '../../services/treeNodes';
import { showInformation } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { describeRecordCount, formatMoment } from '../../wording/formats';

const { l10n } = vscode;

export async function removeLoadWithSteps(
	{ engine }: Pick<Services, 'engine'>,
	{ connection, dataset: { database: dataset } }: DatasetNode,
): Promise<void> {
	const loads = await engine.call('listLoads', { connection, dataset });
	if (loads.length === 0) {
		void showInformation(l10n.t('{0} has no loads.', dataset));
		return;
	}
	const answer = await pickOne({
		title: l10n.t('Remove a Load from {0}', dataset),
		placeholder: l10n.t('Choose the load to remove'),
		items: loads.toReversed().map((value) => ({
			label: l10n.t('Load {0}', value.load),
			description: formatMoment(new Date(value.at * 1000)),
			detail: describeLoad(value),
			value,
		})),
	});
	if (answer.kind !== 'value' || !(await confirmed(dataset, answer.value))) {
		return;
	}
	const { load } = answer.value;
	const { removed, deleted, total } = await engine.call('removeLoad', { connection, dataset, load });
	const rest = l10n.t(
		'Removed {0} from {1}, which now has {2}.',
		describeRecordCount(removed),
		dataset,
		describeRecordCount(total),
	);
	const hidden = l10n.t('The removed records are hidden, but this user has no permission to delete them.');
	void showInformation(deleted ? rest : `${rest} ${hidden}`);
}

function describeLoad({ records, added, sharedBy }: LoadEntry): string {
	const counts = l10n.t('{0}, {1} of them added', describeRecordCount(records), added);
	return sharedBy.length === 0
		? counts
		: `${counts} · ${l10n.t('later loads that contain some of these records: {0}', sharedBy.join(', '))}`;
}

async function confirmed(dataset: string, { load, added }: LoadEntry): Promise<boolean> {
	const remove = l10n.t('Remove Load');
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Remove load {0} from {1}?', load, dataset),
		{
			modal: true,
			detail: l10n.t(
				'{0} will be deleted from the database. Records of other loads are not deleted.',
				describeRecordCount(added),
			),
		},
		remove,
	);
	return chosen === remove;
}

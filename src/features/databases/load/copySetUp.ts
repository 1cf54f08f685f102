import * as vscode from 'vscode';
import type { LoadTarget } from '../../../services/databases/loadConsents';
import type { Services } from '../../../services/services';
import type { Column } from '../../../shared/results';
import { withoutIcons } from '../../../vscode/escaping';
import { showStatus } from '../../../vscode/messages';
import { pickOne } from '../../../vscode/quickInput';

const { l10n } = vscode;

/** In place of a cluster's name, which is never empty. */
const oneServer = '';

/** Copies the SQL by which an administrator sets a dataset up, on one server or on all nodes of a cluster. */
export async function copySetUp(
	{ engine }: Pick<Services, 'engine'>,
	{ connection, dataset }: LoadTarget,
	columns: readonly Column[],
	title: string,
): Promise<void> {
	// Who may not see them can type the name of one.
	const clusters = engine.call('listClusters', { connection }).catch((): readonly string[] => []);
	const onCluster = (name: string) => ({ label: l10n.t('For the cluster {0}', withoutIcons(name)), value: name });
	const answer = await pickOne<string>({
		title,
		placeholder: l10n.t('Where the dataset is set up; the name of a cluster can be typed'),
		items: [{ label: l10n.t('For one server'), value: oneServer }],
		later: clusters.then((names) => names.map(onCluster)),
		typed: (text) => (/^[\w-]+$/.test(text) ? onCluster(text) : undefined),
	});
	if (answer.kind !== 'value') {
		return;
	}
	const cluster = answer.value === oneServer ? {} : { cluster: answer.value };
	await vscode.env.clipboard.writeText(await engine.call('setUpScript', { dataset, columns, ...cluster }));
	showStatus(l10n.t('Copied'));
}

import * as vscode from 'vscode';
import type { LoadTarget } from '../../../services/databases/loadConsents';
import type { Services } from '../../../services/services';
import type { Column } from '../../../shared/results';
import { withoutIcons } from '../../../vscode/escaping';
import { showStatus } from '../../../vscode/messages';
import { pickOne } from '../../../vscode/quickInput';

const { l10n } = vscode;

/** Option for a single server. It can't equal a cluster name, which is never empty. */
const oneServer = '';

/** Copies the SQL that an administrator runs to create a dataset on one server or on all nodes of a cluster. */
export async function copySetUp(
	{ engine }: Pick<Services, 'engine'>,
	{ connection, dataset }: LoadTarget,
	columns: readonly Column[],
	title: string,
): Promise<void> {
	// If the user has no permission to list clusters, the name can be typed instead.
	const clusters = engine.call('listClusters', { connection }).catch((): readonly string[] => []);
	const onCluster = (name: string) => ({ label: l10n.t('For cluster {0}', withoutIcons(name)), value: name });
	const answer = await pickOne<string>({
		title,
		placeholder: l10n.t('Choose where to create the dataset, or type a cluster name'),
		items: [{ label: l10n.t('For a single server'), value: oneServer }],
		later: clusters.then((names) => names.map(onCluster)),
		typed: (text) => (/^[\w-]+$/.test(text) ? onCluster(text) : undefined),
	});
	if (answer.kind !== 'value') {
		return;
	}
	const cluster = answer.value === oneServer ? {} : { cluster: answer.value };
	await vscode.env.clipboard.writeText(await engine.call('setUpScript', { connection, dataset, columns, ...cluster }));
	showStatus(l10n.t('Copied'));
}

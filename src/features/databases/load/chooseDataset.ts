import { l10n } from 'vscode';
import type { LoadTarget } from '../../../services/databases/loadConsents';
import type { Services } from '../../../services/services';
import { withoutIcons } from '../../../vscode/escaping';
import { inputText, pickOne } from '../../../vscode/quickInput';
import { describeRecordCount } from '../../../wording/formats';

export interface LoadDestination extends LoadTarget {
	readonly isNew: boolean;
	readonly fields: readonly string[] | undefined;
}

export async function chooseDataset(
	{ engine }: Pick<Services, 'engine'>,
	connection: LoadTarget['connection'],
	title: string,
): Promise<LoadDestination | undefined> {
	const datasets = await engine.call('listDatasets', { connection });
	const isRestricted = connection.database !== '';
	const offersNew = !isRestricted || datasets.length === 0;
	const answer = await pickOne<string | undefined>({
		title,
		placeholder: l10n.t('Choose a dataset (existing records are not duplicated)'),
		items: [
			...datasets.map(({ database, rows }) => ({
				label: withoutIcons(database),
				...(rows !== undefined && { description: describeRecordCount(rows) }),
				value: database,
			})),
			...(offersNew ? [{ label: l10n.t('New Dataset…'), value: undefined }] : []),
		],
	});
	if (answer.kind !== 'value') {
		return undefined;
	}
	if (answer.value === undefined) {
		const dataset = isRestricted ? connection.database : await promptName(title, datasets);
		return dataset === undefined ? undefined : { connection, dataset, isNew: true, fields: undefined };
	}
	const dataset = answer.value;
	const fields = await engine.call('datasetFields', { connection, database: dataset });
	return { connection, dataset, isNew: false, fields };
}

async function promptName(
	title: string,
	datasets: readonly { readonly database: string }[],
): Promise<string | undefined> {
	const answer = await inputText({
		title,
		prompt: l10n.t('Name of the new dataset (a separate database on the server)'),
		placeholder: 'app_errors',
		validate: (text) => {
			const name = text.trim();
			if (!/^[A-Za-z_]\w{0,63}$/.test(name)) {
				return l10n.t('Use letters, digits, and underscores, starting with a letter.');
			}
			return datasets.some(({ database }) => database === name)
				? l10n.t('A dataset with this name already exists.')
				: undefined;
		},
	});
	return answer.kind === 'value' ? answer.value.trim() : undefined;
}

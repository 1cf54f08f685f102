import * as vscode from 'vscode';
import { isInsecure } from '../../../core/service/address';
import type { Column } from '../../../shared/results';
import { describeRecordCount } from '../../../wording/formats';
import type { LoadDestination } from './chooseDataset';

const { l10n } = vscode;

interface ConsentRequest {
	readonly target: LoadDestination;
	/** Name of the application whose records are loaded. If the application is unknown, the name of the file. */
	readonly records: string;
	readonly count: number;
	readonly columns: readonly Column[];
	readonly fields: readonly string[];
	readonly isSynced: boolean;
}

type Consent = 'once' | 'afterUpdates' | 'copySetUp' | undefined;

export async function promptConsent({
	target,
	records,
	count,
	columns,
	fields,
	isSynced,
}: ConsentRequest): Promise<Consent> {
	const { connection, dataset, isNew } = target;
	const url = new URL(connection.url);
	const personal = columns.filter(({ name, personal }) => personal && fields.includes(name)).map(({ name }) => name);
	const left = columns.filter(({ name }) => !fields.includes(name)).map(({ name }) => name);
	const detail = [
		l10n.t('Fields: {0}.', fields.join(', ')),
		...(personal.length > 0
			? [l10n.t('These fields can identify a person or a device: {0}.', personal.join(', '))]
			: []),
		...(left.length > 0 ? [l10n.t("Fields that won't be loaded: {0}.", left.join(', '))] : []),
		l10n.t(
			'Anyone with access to the database can read the records. They stay in the database until they are deleted there.',
		),
		...(isInsecure(url) ? [l10n.t('The connection is not encrypted.')] : []),
		isNew
			? l10n.t('The dataset is created first, which requires permission to create a database.')
			: l10n.t('A dataset should contain the records of only one application.'),
	].join('\n\n');
	const once = isNew ? l10n.t('Set Up and Load') : l10n.t('Load');
	const choices = new Map<string, Consent>([
		[once, 'once'],
		...(isSynced ? [[l10n.t('Load Now and After Each Sync'), 'afterUpdates'] as const] : []),
		...(isNew ? [[l10n.t('Copy Setup SQL'), 'copySetUp'] as const] : []),
	]);
	const message = l10n.t(
		'Load {0} of {1} into the dataset "{2}" at {3}?',
		describeRecordCount(count),
		records,
		dataset,
		url.host,
	);
	const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...choices.keys());
	return choices.get(chosen ?? '');
}

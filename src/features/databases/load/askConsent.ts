import * as vscode from 'vscode';
import { isInsecure } from '../../../core/service/address';
import type { Column } from '../../../shared/results';
import { describeRecordCount } from '../../../wording/formats';
import type { LoadDestination } from './chooseDataset';

const { l10n } = vscode;

interface Asked {
	readonly target: LoadDestination;
	/** Of the application, or the file where there is none. */
	readonly records: string;
	readonly count: number;
	readonly columns: readonly Column[];
	readonly fields: readonly string[];
	/** Kept records, which have updates. */
	readonly isKept: boolean;
}

type Consent = 'once' | 'afterUpdates' | 'copySetUp' | undefined;

/** Says where to, which records and which of their fields go, before anything does. */
export async function askConsent({ target, records, count, columns, fields, isKept }: Asked): Promise<Consent> {
	const { connection, dataset, isNew } = target;
	const url = new URL(connection.url);
	const personal = columns.filter(({ name, personal }) => personal && fields.includes(name)).map(({ name }) => name);
	const left = columns.filter(({ name }) => !fields.includes(name)).map(({ name }) => name);
	const detail = [
		l10n.t('Fields: {0}.', fields.join(', ')),
		...(personal.length > 0 ? [l10n.t('These can identify a person or a device: {0}.', personal.join(', '))] : []),
		...(left.length > 0 ? [l10n.t('Not loaded: {0}.', left.join(', '))] : []),
		l10n.t('Whoever may read that database can read the records. They stay there until somebody removes them there.'),
		...(isInsecure(url) ? [l10n.t('The connection is not encrypted.')] : []),
		isNew
			? l10n.t('The dataset is set up first, which takes the right to make a database.')
			: l10n.t('A dataset is for the records of one application: it does not tell them apart.'),
	].join('\n\n');
	const once = isNew ? l10n.t('Set Up and Load') : l10n.t('Load');
	const choices = new Map<string, Consent>([
		[once, 'once'],
		...(isKept ? [[l10n.t('Load, Also After Each Update'), 'afterUpdates'] as const] : []),
		...(isNew ? [[l10n.t('Copy Set-up SQL'), 'copySetUp'] as const] : []),
	]);
	const message = l10n.t(
		'Load {0} of {1} into the dataset {2} at {3}?',
		describeRecordCount(count),
		records,
		dataset,
		url.host,
	);
	const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...choices.keys());
	return choices.get(chosen ?? '');
}

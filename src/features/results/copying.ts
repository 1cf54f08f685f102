import * as vscode from 'vscode';
import type { ResultsHost } from '../../shared/protocols/resultsProtocol';
import type { TextToCopy } from '../../shared/results';
import { describeRecordCount, formatBytes } from '../../wording/formats';
import type { ResultsDocument } from './document';
import { formatNames } from './recordFormats';

const { l10n } = vscode;

/** Maximum length of copied text in characters. Many programs have problems when longer text is pasted. */
const largestCopyLength = 10_000_000;

/** @returns a status message */
export async function copyRecords(
	document: Pick<ResultsDocument, 'query'>,
	what: TextToCopy,
	signal: AbortSignal,
): Promise<string> {
	const text = await document.query('copy', { what, limit: largestCopyLength }, { signal });
	if (text === undefined) {
		return describeTooLong();
	}
	await vscode.env.clipboard.writeText(text);
	return l10n.t(
		'Copied {0} as {1}',
		describeRecordCount(await countRecords(document, what, signal)),
		formatNames[what.format],
	);
}

export async function copyValue(
	document: Pick<ResultsDocument, 'query'>,
	value: ResultsHost['copyValue']['params'],
	signal: AbortSignal,
): Promise<string> {
	const text = await document.query('value', { ...value, limit: largestCopyLength }, { signal });
	if (text === undefined) {
		return describeTooLong();
	}
	await vscode.env.clipboard.writeText(text);
	return l10n.t('Copied');
}

function describeTooLong(): string {
	return l10n.t(
		'Not copied: the selection is larger than {0}. Save it as a file instead.',
		formatBytes(largestCopyLength),
	);
}

async function countRecords(
	document: Pick<ResultsDocument, 'query'>,
	{ view, positions }: TextToCopy,
	signal: AbortSignal,
): Promise<number> {
	if (positions) {
		return positions.reduce((sum, { from, to }) => sum + to - from, 0);
	}
	const { count } = await document.query('page', { view, start: 0, end: 0, columns: [], cellLength: 0 }, { signal });
	return count;
}

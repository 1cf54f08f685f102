import * as vscode from 'vscode';
import type { TextToCopy } from '../../shared/results';
import type { ResultsHost } from '../../shared/resultsProtocol';
import { describeRecordCount, formatBytes } from '../../wording/formats';
import type { ResultsDocument } from './document';
import { formatNames } from './recordFormats';

const { l10n } = vscode;

/** What the clipboard takes at most (characters): programs that read it stumble over more. */
const largestCopy = 10_000_000;

/** Puts records into the clipboard. @returns a message about what was copied, or why not. */
export async function copyRecords(
	document: Pick<ResultsDocument, 'query'>,
	what: TextToCopy,
	signal: AbortSignal,
): Promise<string> {
	const text = await document.query('copy', { what, limit: largestCopy }, { signal });
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

/** Puts a whole value into the clipboard. @returns a message that it was copied, or why not. */
export async function copyValue(
	document: Pick<ResultsDocument, 'query'>,
	value: ResultsHost['copyValue']['params'],
	signal: AbortSignal,
): Promise<string> {
	const text = await document.query('value', { ...value, limit: largestCopy }, { signal });
	if (text === undefined) {
		return describeTooLong();
	}
	await vscode.env.clipboard.writeText(text);
	return l10n.t('Copied');
}

function describeTooLong(): string {
	return l10n.t('Not copied: that is more than {0}. Save it as a file instead.', formatBytes(largestCopy));
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

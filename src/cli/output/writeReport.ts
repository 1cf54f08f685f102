import { appendFile, writeFile } from 'node:fs/promises';
import { dirname, extname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LinkTo, ReportDocument } from '../../core/records/write/report/report';
import { reportHtml } from '../../core/records/write/report/reportHtml';
import { reportMarkdown } from '../../core/records/write/report/reportMarkdown';
import type { Terminal } from '../options/terminal';
import { UsageError } from '../options/usageError';
import { inertReport } from './inert';

type ReportFormat = 'html' | 'markdown';

export function reportFormatOf(path: string): ReportFormat {
	const extension = extname(path).toLowerCase();
	if (['.html', '.htm'].includes(extension)) {
		return 'html';
	}
	if (['.md', '.markdown'].includes(extension)) {
		return 'markdown';
	}
	throw new UsageError(`--out: the name of the report must end with .md or .html, not "${extension}"`);
}

export async function writeReportTo(report: ReportDocument, path: string): Promise<void> {
	const linkTo: LinkTo = (file) => relative(dirname(path), fileURLToPath(file)).split(sep).join('/');
	const text = reportFormatOf(path) === 'html' ? reportHtml(report, linkTo) : reportMarkdown(report, linkTo);
	await writeNamed(path, text);
}

export async function writeNamed(path: string, text: string): Promise<void> {
	await writeFile(path, text).catch(() => {
		throw new UsageError(`Can't write ${path}.`);
	});
}

/** Appends a report to the GitHub Actions job summary. Does nothing outside GitHub Actions. */
export async function addToSummary(report: ReportDocument, { env }: Pick<Terminal, 'env'>): Promise<void> {
	const file = env['GITHUB_STEP_SUMMARY'];
	if (file) {
		await appendFile(file, `${inertReport(reportMarkdown(report, () => undefined))}\n`);
	}
}

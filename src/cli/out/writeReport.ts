import { appendFile, writeFile } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LinkTo, ReportDocument } from '../../core/records/write/report/report';
import { reportHtml } from '../../core/records/write/report/reportHtml';
import { reportMarkdown } from '../../core/records/write/report/reportMarkdown';
import type { Terminal } from '../asked/terminal';
import { UsageError } from '../asked/usageError';

/**
 * Writes a report, as HTML where the name says so, else as Markdown, with links to the sources.
 *
 * @param path Absolute.
 * @throws UsageError as `writeNamed` does
 */
export async function writeReportTo(report: ReportDocument, path: string): Promise<void> {
	const linkTo: LinkTo = (file) => relative(dirname(path), fileURLToPath(file)).split(sep).join('/');
	const text = /\.html?$/i.test(path) ? reportHtml(report, linkTo) : reportMarkdown(report, linkTo);
	await writeNamed(path, text);
}

/**
 * Writes a file that a person named.
 * @throws UsageError where it cannot be written
 */
export async function writeNamed(path: string, text: string): Promise<void> {
	await writeFile(path, text).catch(() => {
		throw new UsageError(`${path} cannot be written.`);
	});
}

/** Adds a report to the page that a build of GitHub shows of itself; nothing elsewhere. */
export async function addToSummary(report: ReportDocument, { env }: Pick<Terminal, 'env'>): Promise<void> {
	const file = env['GITHUB_STEP_SUMMARY'];
	if (file) {
		await appendFile(file, `${reportMarkdown(report, () => undefined)}\n`);
	}
}

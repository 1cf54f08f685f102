import type { IssueFact } from '../../../shared/results';
import { codeBlock, markdownText } from './markdown';

/** What an issue says. Labels, headings and the closing are the host's own words and written as they are. */
export interface IssueFacts {
	/** Text of a record; becomes the heading. */
	readonly title: string;
	/** Such as how many records on how many devices. */
	readonly facts: readonly IssueFact[];
	/** Fields of one record. */
	readonly record?: { readonly heading: string; readonly fields: readonly IssueFact[] } | undefined;
	/** Text of a record, of many lines. */
	readonly trace?: { readonly heading: string; readonly text: string } | undefined;
	/** Says what the facts are of: which records, as of when. */
	readonly closing?: string | undefined;
}

/** An issue in Markdown. Texts of records are in code, or between fences that they cannot close. */
export function issueText({ title, facts, record, trace, closing = '' }: IssueFacts): string {
	const parts = [
		`## ${markdownText(title)}`,
		factList(facts),
		record && record.fields.length > 0 ? `### ${record.heading}\n\n${factList(record.fields)}` : '',
		trace && trace.text !== '' ? `### ${trace.heading}\n\n${codeBlock(trace.text)}` : '',
		closing,
	];
	return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function factList(facts: readonly IssueFact[]): string {
	return facts
		.filter(({ value }) => value !== '')
		.map(({ label, value, from }) => `- **${label}:** ${from === 'host' ? value : markdownText(value)}`)
		.join('\n');
}

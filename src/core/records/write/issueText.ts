import type { IssueFact } from '../../../shared/results';
import { codeBlock, markdownText } from './markdown';

/** Contents of an issue. Labels, headings and the closing are trusted, so they are not escaped. */
export interface IssueFacts {
	readonly title: string;
	readonly facts: readonly IssueFact[];
	readonly record?: { readonly heading: string; readonly fields: readonly IssueFact[] } | undefined;
	readonly trace?: { readonly heading: string; readonly text: string } | undefined;
	/** Explains which records the facts cover, and when they were collected. */
	readonly closing?: string | undefined;
}

/** Returns an issue in Markdown. Text from records is formatted as code and can't break out of the code. */
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

import { languageFamilies } from '../../languages';

export type Family = (typeof languageFamilies)[keyof typeof languageFamilies];

const families: Readonly<Record<string, Family>> = languageFamilies;

export function getFamily(path: string): Family {
	return families[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'other';
}

export interface Syntax {
	readonly nestedComments: boolean;
	/** Whether text in single quotes is a string instead of a character. */
	readonly singleQuotes: boolean;
	/** Whether `"""…"""` is a string. If single quotes also delimit strings, `'''…'''` is a string too. */
	readonly tripleQuotes: boolean;
	/** Whether `` `…` `` is a template string, a raw string, or a quoted identifier. */
	readonly backticks: 'template' | 'raw' | 'name';
	readonly interpolation: '${' | '\\(' | '{' | undefined;
	readonly preprocessor: boolean;
	/** Whether a statement can end at a line break. */
	readonly newlines: boolean;
	readonly regularExpressions: boolean;
}

const plain: Syntax = {
	nestedComments: false,
	singleQuotes: false,
	tripleQuotes: false,
	backticks: 'name',
	interpolation: undefined,
	preprocessor: false,
	newlines: false,
	regularExpressions: false,
};

export const syntaxes: Readonly<Record<Family, Syntax>> = {
	kotlin: { ...plain, nestedComments: true, tripleQuotes: true, interpolation: '${', newlines: true },
	java: { ...plain, tripleQuotes: true },
	swift: { ...plain, nestedComments: true, tripleQuotes: true, interpolation: '\\(', newlines: true },
	objectiveC: { ...plain, preprocessor: true },
	csharp: { ...plain, tripleQuotes: true, interpolation: '{', preprocessor: true },
	dart: { ...plain, nestedComments: true, singleQuotes: true, tripleQuotes: true, interpolation: '${' },
	javascript: {
		...plain,
		singleQuotes: true,
		backticks: 'template',
		interpolation: '${',
		newlines: true,
		regularExpressions: true,
	},
	cpp: { ...plain, preprocessor: true },
	go: { ...plain, backticks: 'raw', newlines: true },
	rust: { ...plain, nestedComments: true },
	python: plain,
	other: plain,
};

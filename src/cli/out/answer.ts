import type { ReportDocument } from '../../core/records/write/report/report';
import type { ExitCode } from '../asked/exitCodes';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

export const outputForms = ['table', 'json', 'ndjson', 'markdown'] as const;
export type OutputForm = (typeof outputForms)[number];

/** What a command found out, in the forms that it can be written in. */
export interface CommandAnswer {
	/** All of it, for programs. Names and shapes stay the same from version to version, new ones may come. */
	readonly data: { readonly [name: string]: Json | undefined };
	/** The list in it, an object a line. */
	readonly rows: readonly Json[];
	/** For people. */
	readonly document: ReportDocument;
	/** It is in a file already. */
	readonly isWritten?: boolean;
	/** 0 unless something else is to be told. */
	readonly exitCode?: ExitCode;
}

import type { ReportDocument } from '../../core/records/write/report/report';
import type { ExitCode } from '../options/exitCodes';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

export const outputForms = ['table', 'json', 'ndjson', 'markdown'] as const;
export type OutputForm = (typeof outputForms)[number];

export interface CommandAnswer {
	/** Machine-readable result. Later versions may add properties, but don't change existing names and structures. */
	readonly data: { readonly [name: string]: Json | undefined };
	readonly rows: readonly Json[];
	readonly document: ReportDocument;
	readonly isWritten?: boolean;
	readonly isStreamed?: boolean;
	readonly exitCode?: ExitCode;
}

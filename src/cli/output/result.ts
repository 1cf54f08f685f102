import type { ReportDocument } from '../../core/records/write/report/report';
import type { ExitCode } from '../options/exitCodes';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

export const outputForms = ['table', 'json', 'ndjson', 'markdown'] as const;
export type OutputForm = (typeof outputForms)[number];

export interface CommandAnswer {
	/** The machine-readable result. Names and shapes are stable between versions; properties may be added. */
	readonly data: { readonly [name: string]: Json | undefined };
	/** Each item becomes one line of JSON Lines output. */
	readonly rows: readonly Json[];
	readonly document: ReportDocument;
	/** Whether the command has already written its result, for example to a file. */
	readonly isWritten?: boolean;
	/** Whether the command has passed each row to `CliContext.onRow`. */
	readonly isStreamed?: boolean;
	readonly exitCode?: ExitCode;
}

import type { FrameTarget } from '../../../../../../src/core/stack/locate/frameTarget';
import { locateLast } from './workspace';

/** Formats the result for the last line as `8`, `moved 12`, `gone`, or with a question mark if the user has to choose. */
export async function getOutcome(
	texts: Readonly<Record<string, string>>,
	...trace: readonly string[]
): Promise<string> {
	const found = await locateLast(texts, ...trace);
	switch (found.kind) {
		case 'target':
			return formatTarget(found.target);
		case 'several':
			return `? ${found.targets.map(formatTarget).join(', ')}`;
		case 'none':
			return `- ${found.reason.kind}`;
	}
}

function formatTarget({ line1, lineMapping: { kind } }: FrameTarget): string {
	switch (kind) {
		case 'asReported':
			return `${line1}`;
		case 'moved':
		case 'declaration':
			return `${kind} ${line1}`;
		default:
			return kind;
	}
}

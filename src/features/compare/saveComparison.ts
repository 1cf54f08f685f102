import type { Frames } from '../../services/frames/frames';
import { writeReport } from '../../services/writeReport';
import type { ComparisonReportQuestion } from '../../shared/comparisonProtocol';
import { comparisonReport } from '../../wording/report/comparisonReport';
import type { ComparedSides } from './comparedSides';
import { createReport } from './createReport';

/** Returns a status message, or '' if the user cancels. */
export async function saveComparison(
	sides: ComparedSides,
	frames: Pick<Frames, 'firstOwn' | 'locate'>,
	question: ComparisonReportQuestion,
	signal: AbortSignal,
): Promise<string> {
	return writeReport(comparisonReport(await createReport(sides, frames, question, signal)));
}

import type { Frames } from '../../services/frames/frames';
import { comparisonReport } from '../../services/report/comparisonReport';
import { writeReport } from '../../services/report/writeReport';
import type { ComparisonReportQuestion } from '../../shared/comparisonProtocol';
import type { ComparedSides } from './comparedSides';
import { reportOf } from './reportOf';

/** Asks for a place and writes the report of a comparison to it. @returns what is said of it, '' when nothing was saved */
export async function saveComparison(
	sides: ComparedSides,
	frames: Pick<Frames, 'firstOwn' | 'locate'>,
	question: ComparisonReportQuestion,
	signal: AbortSignal,
): Promise<string> {
	return writeReport(comparisonReport(await reportOf(sides, frames, question, signal)));
}

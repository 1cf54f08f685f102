import { findSuite } from '../find.suite';
import { framesSuite } from '../frames.suite';
import { groupsSuite } from '../groups/groups.suite';
import { histogramSuite } from '../histogram.suite';
import { topFrameSuite } from '../topFrame.suite';
import { topValuesSuite } from '../topValues.suite';
import { totalsSuite } from '../totals.suite';
import { viewsSuite } from '../views.suite';

export function defineQuerySuites(): void {
	viewsSuite();
	histogramSuite();
	topValuesSuite();
	totalsSuite();
	findSuite();
	groupsSuite();
	framesSuite();
	topFrameSuite();
}

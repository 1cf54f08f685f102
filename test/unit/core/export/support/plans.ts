import type { Plan, Question } from '../../../../../src/core/plan/plan';

export function getPlan(changes: Partial<Plan> = {}): Plan {
	return {
		application: { id: '101', name: 'Shop for Android' },
		format: 'csv',
		view: 'results',
		range: { kind: 'lastDays', days: 7 },
		dateDimension: 'default',
		fields: ['error', 'os_name'],
		filters: [],
		byteOrderMark: false,
		skipUnavailableShards: false,
		...changes,
	};
}

export function getQuestion(changes: Partial<Question> = {}): Question {
	const { range: _, view: __, ...plan } = getPlan();
	return { ...plan, since: '2026-11-13 00:00:00', until: '2026-11-20 09:00:00', ...changes };
}

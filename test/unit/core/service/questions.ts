import type { Question } from '../../../../src/core/plan/plan';

export function makeQuestion(changes: Partial<Question> = {}): Question {
	return {
		application: { id: '101' },
		format: 'csv',
		since: '2026-11-13 00:00:00',
		until: '2026-11-20 09:00:00',
		dateDimension: 'default',
		fields: ['error_id'],
		filters: [],
		byteOrderMark: false,
		skipUnavailableShards: false,
		...changes,
	};
}

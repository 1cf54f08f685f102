import type { IssueQuestion } from '../../../../shared/results';
import { issueOfValues } from '../../write/recordIssue';
import type { ServerViews } from '../dataset/views';
import { recordOnServer } from './pages';

export async function issueOnServer(views: ServerViews, question: IssueQuestion, signal: AbortSignal): Promise<string> {
	const { record } = question;
	const values = record ? (await recordOnServer(views, record.number, signal)).values : [];
	return issueOfValues(views.dataset.info.columns, values, question);
}

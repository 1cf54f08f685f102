import type { SampleServer } from '../../../src/sample/service';
import { eventually } from '../vscode/waiting';

export async function exported(
	service: Pick<SampleServer, 'url' | 'token'>,
	application: string,
	more: readonly string[] = [],
): Promise<string> {
	const query = new URLSearchParams({
		application_id: application,
		date_since: '2020-01-01 00:00:00',
		date_until: '2030-01-01 00:00:00',
		fields: ['error,error_json,error_name,os_name,app_version_name,app_package_name', ...more].join(','),
	});
	return eventually('An export', async () => {
		const answer = await fetch(`${service.url}/logs/v1/export/errors.csv?${query}`, {
			headers: { authorization: `OAuth ${service.token}` },
		});
		const text = await answer.text();
		return answer.status === 200 ? text : undefined;
	});
}

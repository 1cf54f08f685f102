import path from 'node:path';
import type { OriginMappings, RecordOrigin } from '../../../../../../src/core/records/query/execution/foundMappings';
import type { WantedMapping } from '../../../../../../src/core/stack/mapping/deobfuscate';

/** Mapping file of the only minified release in the sample workspace. */
export const release = path.resolve('samples/workspace/shop-android/app/build/outputs/mapping/release/mapping.txt');

type Kind = WantedMapping['question']['kind'];

export function foundFor(version: string, file: string, kind: Kind, pattern?: string): OriginMappings {
	const origin: RecordOrigin = {
		app_package_name: 'com.example.shop',
		application_id: '',
		app_version_name: version,
		os_name: 'android',
	};
	const patterns = pattern === undefined ? [] : [pattern];
	const question = { kind, application: ['com.example.shop'], version, patterns, remembered: undefined };
	const relativePath = path.relative(path.resolve('samples/workspace'), file);
	return { origin, wanted: [{ question, candidates: [{ path: file, relativePath, modified: 1 }] }] };
}

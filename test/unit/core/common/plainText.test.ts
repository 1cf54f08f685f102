import * as assert from 'node:assert/strict';
import { wordsOfMember } from '../../../../src/core/common/plainText';

describe('label of a JSON member', () => {
	it('consists of words instead of the name in the JSON text', () => {
		const names = ['owner', 'bundle_id', 'timeZoneName', 'gdpr-agreement', 'URL', ''];
		assert.deepEqual(names.map(wordsOfMember), ['Owner', 'Bundle id', 'Time zone name', 'Gdpr agreement', 'URL', '']);
	});
});

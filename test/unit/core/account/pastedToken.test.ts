import assert from 'node:assert/strict';
import { type PastedTokenProblem, readPastedToken } from '../../../../src/core/account/pastedToken';

const token = 'y0_AgAAAA-b.c~d+e/f==';

describe('readPastedToken()', () => {
	const accepted: Record<string, string> = {
		'only the token': token,
		'surrounding spaces and line endings': `  \t${token}\r\n`,
		'surrounding invisible characters': `\ufeff${token}\u200b`,
		'surrounding double quotes': `"${token}"`,
		'surrounding single quotes and spaces': `' ${token} '`,
		backticks: `\`${token}\``,
		'surrounding typographic quotes': `“${token}”`,
		'surrounding angle brackets': `<${token}>`,
		'an authorization scheme': `OAuth ${token}`,
		'a lowercase authorization scheme in quotes': `"oauth   ${token}"`,
		'an authorization scheme before a quoted token': `OAuth "${token}"`,
		'another authorization scheme': `Bearer ${token}`,
		'the entire Authorization header': `Authorization: OAuth ${token}`,
		'only the URL parameter': `access_token=${token}`,
		'only the URL fragment': `#access_token=${token}&token_type=bearer`,
		'a JSON response with the token': `{"token_type": "bearer", "access_token": "${token}", "expires_in": 31536000}`,
		'the redirect URL': `https://id.example/verification_code#access_token=${token}&token_type=bearer&expires_in=1`,
		'the redirect URL with the token at the end': `https://id.example/verification_code#state=&access_token=${token}`,
		'the redirect URL in quotes': `"https://id.example/verification_code#access_token=${token}"`,
		'a URL with a query instead of a fragment': `https://id.example/verification_code?access_token=${token}&x=1`,
		'a URL with a percent-encoded token': `https://id.example/#access_token=${encodeURIComponent(token)}`,
		'an entirely percent-encoded URL': encodeURIComponent(`https://id.example/#access_token=${token}&x=1`),
	};
	for (const [what, pasted] of Object.entries(accepted)) {
		it(`extracts the token from pasted input: ${what}`, () =>
			assert.deepEqual(readPastedToken(pasted), { ok: true, token }));
	}

	it('does not percent-decode a bare token', () => {
		assert.deepEqual(readPastedToken('ab%41cd'), { ok: true, token: 'ab%41cd' });
	});

	it('preserves an invalid percent sequence in the token of a pasted URL', () => {
		assert.deepEqual(readPastedToken('https://id.example/#access_token=ab%zz'), { ok: true, token: 'ab%zz' });
	});

	it('accepts a token that starts with the name of an authorization scheme', () => {
		assert.deepEqual(readPastedToken('OAuthabc'), { ok: true, token: 'OAuthabc' });
	});

	const refused: Record<string, [pasted: string, problem: PastedTokenProblem]> = {
		'empty input': ['', 'empty'],
		'only white space': [' \n\t', 'empty'],
		'empty quotes': ['""', 'empty'],
		'a URL with an empty token': ['https://id.example/#access_token=&token_type=bearer', 'empty'],
		'the URL of the authorization page': [
			'https://id.example/authorize?response_type=token&client_id=0123',
			'addressWithoutToken',
		],
		'a URL with an authorization code': ['https://id.example/verification_code?code=1234567', 'addressWithoutToken'],
		'a denied request': ['https://id.example/verification_code#error=access_denied&error_description=no', 'denied'],
		'a sentence': ['my token is abc', 'spaces'],
		'two tokens': [`${token} ${token}`, 'spaces'],
		'non-ASCII letters': ['токен', 'characters'],
		'a control character': ['abc\u0007def', 'characters'],
		'an encoded line break, which would end the header': ['https://id.example/#access_token=a%0d%0aX:1', 'spaces'],
	};
	for (const [what, [pasted, problem]] of Object.entries(refused)) {
		it(`rejects pasted input that contains no usable token: ${what}`, () =>
			assert.deepEqual(readPastedToken(pasted), { ok: false, problem }));
	}
});

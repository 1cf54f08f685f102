// The order matters, because the page requests the editor API as soon as it is loaded.
import '../../../support/webview/fakeComparisonHost';
import '../../../../src/webview/comparison/main';

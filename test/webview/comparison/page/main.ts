// In this order: the page asks for the editor as soon as it is loaded.
import '../../../support/webview/fakeComparisonHost';
import '../../../../src/webview/comparison/main';

rootProject.name = "shop-android"
include(":app")

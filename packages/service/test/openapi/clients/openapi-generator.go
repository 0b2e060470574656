package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Args[1]}}
	api, all := client.NewAPIClient(configuration), context.Background()
	tree, _, err := api.NodeDoAPI.NodeTree(all).Tree([]int64{-1}).Kind(101).Depth(1).Execute()
	must(err)
	search, _, err := api.NodeDoAPI.NodeSearch(all).Search("").SearchFileCategory([]int32{1, 2}).Paginate(2).Execute()
	must(err)
	about, _, err := api.NodeDoAPI.NodeAbout(all).Execute()
	must(err)
	thumb, _, err := api.AssetDoAPI.AssetThumb(all).Thumb(1000).Execute()
	must(err)
	file, err := thumb.Stat()
	must(err)
	_, _, err = api.AssetDoAPI.AssetDetails(all).Details(424242).Execute()
	var failure struct{ Code string }
	must(json.Unmarshal(err.(*client.GenericOpenAPIError).Body(), &failure))
	fmt.Println(tree.Data[0].Name, *search.Total, about.Data.DefaultLanguage, file.Size() > 100, failure.Code)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
